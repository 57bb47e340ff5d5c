"""A report in the forms that people and programs read. Pure: values in, text or plain data out."""
