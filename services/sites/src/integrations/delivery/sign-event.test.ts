import { expect, test } from '@jest/globals'
import { signatureHeaders } from './sign-event.ts'

const body = '{"event_type":"ping","data":{"success":true}}'
const message = { id: 'msg_loFOjxBNrRLzqYUf', at: new Date(1_731_705_121_000), body }

test('a message has the signature that receivers of Standard Webhooks compute', () => {
  expect(signatureHeaders({ ...message, secret: 'whsec_plJ3nmyCDGBKInavdOK15jsl' })).toEqual({
    'webhook-id': 'msg_loFOjxBNrRLzqYUf',
    'webhook-timestamp': '1731705121',
    'webhook-signature': 'v1,rAvfW3dJ/X/qxhsaXPOyyCGmRKsaKWcsNccKXlIktD0=',
  })
})

test('a secret without the prefix is the key itself', () => {
  const [plain, coded] = ['a secret', `whsec_${Buffer.from('a secret').toString('base64')}`]
  expect(signatureHeaders({ ...message, secret: plain })).toEqual(signatureHeaders({ ...message, secret: coded }))
})
