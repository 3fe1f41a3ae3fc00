import { expect, test } from '@jest/globals'
import { Email } from '@quire/contracts'
import { readAddresses } from '../src/screens/organization/members/read-addresses.ts'

test('addresses are read from a list, and what is none is named as it was typed', () => {
  expect(readAddresses('grace@example.com, not an address, ada@example.com')).toEqual({
    emails: ['grace@example.com', 'ada@example.com'],
    faulty: ['not an address'],
  })
  expect(readAddresses(' \n, ;')).toEqual({ emails: [], faulty: [] })
})

test('blanks, commas, semicolons and line breaks part addresses, each of which counts once', () => {
  const text = 'a@example.com b@example.com;c@example.com\r\nd@example.com,a@example.com'
  expect(readAddresses(text)).toEqual({ emails: ['a', 'b', 'c', 'd'].map((one) => `${one}@example.com`), faulty: [] })
  expect(readAddresses('Ada Lovelace ada@example.com')).toEqual({
    emails: ['ada@example.com'],
    faulty: ['Ada Lovelace'],
  })
})

test('an address in angle brackets is taken without the name in front of it', () => {
  const text = 'Ada Lovelace <ada@example.com> "Hopper, Grace" <grace@example.com>; Nobody <nobody>'
  expect(readAddresses(text)).toEqual({ emails: ['ada@example.com', 'grace@example.com'], faulty: ['Nobody <nobody>'] })
})

test.each([
  'ada@example.com',
  'ö@xn--bcher-kva.example',
  'ada@localhost',
  'ada@-a.example',
  '@example.com',
  'ada@a@b.example',
])('%s is an address if the interface takes it as one', (text) =>
  expect(readAddresses(text).emails).toEqual(Email.safeParse(text).success ? [text] : []),
)
