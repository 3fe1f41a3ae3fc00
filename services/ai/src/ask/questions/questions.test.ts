import { expect, test } from '@jest/globals'
import { inContext } from '../answers.ts'
import { questionOf } from './question-wording.ts'

test.each([
  ['Install by Ruby gem', null, 'How do I install by Ruby gem?'],
  ['Installing the agent', null, 'How do I install the agent?'],
  ['How to Enable TLS', null, 'How do I enable TLS?'],
  ['Test the Settings', null, 'How do I test the Settings?'],
  ['The crank', null, 'What is the crank?'],
  ['Chunk keys', 'en-GB', 'What are Chunk keys?'],
  ['2. Can I run two?', null, 'Can I run two?'],
  ['Introduction', null, undefined],
  ['Try it', null, undefined],
  ['Change requests', null, undefined],
  ['Roles', null, 'What are roles?'],
  ['Kubernetes', null, 'What is Kubernetes?'],
  ['Authentication', null, 'What is Authentication?'],
  ['Getting Started', null, 'How do I get started?'],
  ['Getting started with Docker', null, 'How do I get started with Docker?'],
  ['Share links', 'en', undefined],
  ['Changing themes', null, 'How do I change themes?'],
  ['Change the theme', null, 'How do I change the theme?'],
  ['Share links with guests', null, 'How do I share links with guests?'],
  ['How it works', null, undefined],
  ['Docker installieren', 'de', 'Wie kann ich Docker installieren?'],
  ['Installer Docker', 'fr-FR', 'Comment installer Docker ?'],
  ['Зубчатое колесо', 'ru', 'Что такое Зубчатое колесо?'],
  ['設定', 'ja', '設定?'],
])('%j in %j is asked about as %j', (title, language, question) => {
  expect(questionOf(title, language)).toBe(question)
})

test('a question that leaves its subject unsaid is looked up behind the one that says it, others by themselves', () => {
  const install = 'How do I install the agent?'
  expect(inContext('and on Windows?', ['What is a chunk?', install])).toBe(`${install} and on Windows?`)
  expect(inContext('And as root?', [install, 'and on Windows?'])).toBe(`${install} and on Windows? And as root?`)
  expect(inContext('How do I configure a file buffer?', [install])).toBe('How do I configure a file buffer?')
  expect(inContext('Why?', [])).toBe('Why?')
})
