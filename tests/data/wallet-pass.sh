#!/bin/sh
# Makes the certificates of the browser tests of wallet passes anew: wallet-pass.pem, of the key that belongs to nobody,
# and wallet-pass-issuer.pem, which stands for the intermediate certificate of Apple. Both end in a hundred years.
# The key of the issuer is thrown away.
set -eu
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
cat > "$work/ca.conf" <<END
[ca]
default_ca = nobody
[nobody]
dir = $work
database = $work/index.txt
serial = $work/serial
new_certs_dir = $work
default_md = sha256
policy = any
x509_extensions = none
[any]
userId = optional
commonName = supplied
organizationalUnitName = optional
organizationName = optional
[none]
END
: > "$work/index.txt"
echo 01 > "$work/serial"
openssl pkey -inform der -in rsa-2048-of-nobody.der -out "$work/key.pem"
openssl req -new -newkey rsa:2048 -nodes -keyout "$work/issuer.key" -out "$work/issuer.csr" \
    -subj "/CN=Issuer of passes for tests/OU=G4/O=Nobody" 2> "$work/log"
openssl req -new -key "$work/key.pem" -out "$work/pass.csr" \
    -subj "/userId=pass.hk.example.points/CN=Pass Type ID: pass.hk.example.points/OU=ABCDE12345/O=Nobody"
sign() {
    openssl ca -batch -notext -config "$work/ca.conf" -startdate 20260101000000Z -enddate 21260101000000Z \
        -keyfile "$work/issuer.key" "$@" 2>> "$work/log"
}
sign -selfsign -in "$work/issuer.csr" -out wallet-pass-issuer.pem
sign -cert wallet-pass-issuer.pem -in "$work/pass.csr" -out wallet-pass.pem
