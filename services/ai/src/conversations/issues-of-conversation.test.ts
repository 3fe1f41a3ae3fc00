import { expect, test } from '@jest/globals'
import { issuesOf } from './issues-of-conversation.ts'
import { withoutPersonalData } from './personal-data.ts'

const user = (body: string) => ({ type: 'message', role: 'user', body }) as const
const team = (body: string) => ({ type: 'message', role: 'team-member', body }) as const
const questions = (subject: string | undefined, ...parts: Parameters<typeof issuesOf>[0]['parts']) =>
  issuesOf({ id: '1', subject, parts }).map(({ question }) => question)

test.each([
  [
    'its question, not the story around it',
    undefined,
    'We have two boats. How do I mount the engine? Thanks!',
    ['How do I mount the engine?'],
  ],
  [
    'the subject before a question that does not say what it is about',
    'Engine on a boat',
    'How does it work?',
    ['Engine on a boat How does it work?'],
  ],
  [
    'the whole message if nothing asks',
    undefined,
    'The engine stops after an hour.',
    ['The engine stops after an hour.'],
  ],
  ['nothing if there are no words', undefined, '???', []],
  [
    'no words that were quoted',
    undefined,
    '> How do I fly a plane?\nHow do I mount the engine?',
    ['How do I mount the engine?'],
  ],
])('the issue of a first message is %s', (_, subject, body, expected) => {
  expect(questions(subject, user(body))).toEqual(expected)
})

test('later messages add what stands alone, three issues in all, each with the answer after it', () => {
  const issues = issuesOf({
    id: '1',
    parts: [
      team('How can we help?'),
      user('How do I mount the engine?'),
      team('With four bolts.'),
      user('And on a boat?'),
      user('Which oil does the gearbox need?'),
      user('How do I clean the fuel filter?'),
      user('Who repairs broken cranks?'),
    ],
  })
  expect(issues.map(({ question, answer }) => [question, answer])).toEqual([
    ['How do I mount the engine?', 'With four bolts.'],
    ['Which oil does the gearbox need?', null],
    ['How do I clean the fuel filter?', null],
  ])
})

test.each([
  ['Write to ada.lovelace+x@mail.example.co.uk now', 'Write to … now'],
  ['See https://example.com/reset?token=abc#x today', 'See … today'],
  ['Call +49 (30) 123-45 67 or 0301234567', 'Call … or …'],
  ['Card 4111 1111 1111 1111 fails', 'Card … fails'],
  ['From 192.168.1.10 with sk_live_51H8f7kJd93kfjs83kfj', 'From … with …'],
  ['Version 24.1.0 has 1000 pages in 2026', 'Version 24.1.0 has 1000 pages in 2026'],
  ['Dear Support Team, where is it?', '  where is it?'],
])('%j is stored as %j', (text, expected) => {
  expect(withoutPersonalData(text)).toBe(expected)
})
