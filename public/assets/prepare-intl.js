// A browser keeps this file for good: with another content it needs another name.
new Intl.DateTimeFormat('en').format()
close()
