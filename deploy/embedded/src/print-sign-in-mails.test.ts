import { expect, test } from '@jest/globals'
import { noticeOf } from './print-sign-in-mails.ts'

const mail = (link: string) =>
  ['To: ada@example.com', 'Subject: Sign in to Quire', '', 'Open:', '', `  ${link}`, '', '  012345', ''].join('\r\n')

test('a mail for signing in is one line with its link and code', () => {
  const link = 'http://127.0.0.1:4000/sign-in/abc_-1'
  const notice = `  Mail to ada@example.com: sign in at ${link} or with the code 012345`
  expect([noticeOf(mail(link)), noticeOf(mail('http://127.0.0.1:4000/sign=\r\n-in/abc_-1'))]).toEqual([notice, notice])
})

test('any other mail, and a file that is gone, is no line', () => {
  expect([noticeOf(mail('http://127.0.0.1:4000/invites/abc')), noticeOf('')]).toEqual([undefined, undefined])
})
