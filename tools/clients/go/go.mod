module kapok.example/calls

go 1.24

require gopkg.in/validator.v2 v2.0.1

// The generated client asks this module to check values that it has read. The stand-in accepts all of them, so that the
// client is built from the standard library alone, on a machine without the Internet.
replace gopkg.in/validator.v2 => ./validator
