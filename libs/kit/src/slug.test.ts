import { expect, test } from '@jest/globals'
import { slugOf } from './slug.ts'

test.each([
  ['Getting started', 'getting-started'],
  ['  C++ & Rust!  ', 'c-rust'],
  ['one\ttwo\u00a0three', 'one-two-three'],
  ['Überblick', 'überblick'],
  ['Cafe\u0301', 'café'],
  ['入門 ガイド', '入門-ガイド'],
  ['v1.2_beta', 'v12_beta'],
  ['a/b', 'ab'],
  ['../../etc', 'etc'],
  ['…', ''],
  ['', ''],
  ['x'.repeat(120), 'x'.repeat(100)],
  [`${'x'.repeat(99)}𠀀𠀀`, `${'x'.repeat(99)}𠀀`],
])('%j makes the address part %j, which stays as it is', (text, slug) => {
  expect(slugOf(text)).toBe(slug)
  expect(slugOf(slug)).toBe(slug)
})
