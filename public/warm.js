// The first time of a day or a number that a page writes out, the browser counts which languages it knows, for all threads of the page alone.
// boot.js has it counted here, beside the page, whose first times come half a second later.
new Intl.DateTimeFormat('en')
close()
