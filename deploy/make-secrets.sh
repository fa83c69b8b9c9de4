#!/bin/sh
# Makes what compose.yaml needs and nobody should type: the master key, the certificate of the files' storage, and .env with its passwords.
# Once, beside compose.yaml: deploy/make-secrets.sh clinics.example operator@clinics.example
set -eu
domain=${1:?the domain, like clinics.example}
email=${2:?the address for certificates, like operator@clinics.example}
cd "$(dirname "$0")/.."
if [ -e .env ] || [ -e deploy/secrets ]; then
  echo "There are secrets already (.env, deploy/secrets): nothing is made." >&2
  exit 1
fi
umask 077
mkdir deploy/secrets
openssl rand -base64 32 > deploy/secrets/master.key
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 3650 -subj /CN=s3 -addext subjectAltName=DNS:s3 \
  -keyout deploy/secrets/s3.key -out deploy/secrets/s3.crt 2> /dev/null
# the servers run as user 1000, and the key is for its owner alone
chown 1000:1000 deploy/secrets/master.key deploy/secrets/s3.crt 2> /dev/null || true
{
  echo "DOMAIN=$domain"
  echo "OPERATOR_EMAIL=$email"
  echo "DATABASE_PASSWORD=$(openssl rand -hex 24)"
  echo "S3_KEY=$(openssl rand -hex 10)"
  echo "S3_SECRET=$(openssl rand -hex 24)"
} > .env
echo "Made .env and deploy/secrets. Keep a copy of deploy/secrets/master.key apart from the backups."
