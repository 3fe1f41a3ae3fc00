import { expect, test } from '@jest/globals'
import { shownValue } from './shown-value.ts'

test.each([
  ['AI_API_KEY', 'sk-secret', undefined],
  ['AWS_ACCESS_KEY_ID', 'AKIA', undefined],
  ['AWS_SECRET_ACCESS_KEY', 'secret', undefined],
  ['OIDC_CLIENT_SECRET', 'secret', undefined],
  ['SECRETS_DIR', '/secrets', '/secrets'],
  ['BACKUP_PASSPHRASE', 'secret', undefined],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization=Bearer%20secret', undefined],
  ['AUDIT_URL_AUTHORIZATION', 'Bearer secret', undefined],
  ['DATABASE_URL', 'secret without a scheme', undefined],
  ['DATABASE_URL_AI', 'postgresql://ai:se/cr@et@db.example:5432/ai', 'postgresql://…@db.example:5432/ai'],
  ['SMTP_URL', 'smtp://mail.example?password=secret', 'smtp://mail.example?…'],
  ['NATS_URL', 'nats://secret@nats.example:4222', 'nats://…@nats.example:4222'],
  ['PUBLIC_URL', 'https://ada:secret@docs.example/a?b=secret#secret', 'https://…@docs.example/a?…'],
  ['AI_FIRST_TOKEN_TIMEOUT_MS', 'soon', 'soon'],
])('of %s as %s no secret is shown', (name, value, shown) => {
  expect(shownValue(name, value)).toBe(shown)
})
