import { expect, test } from '@jest/globals'
import { slugOf } from './slug.ts'

test.each([
  ['Getting started', 'getting-started'],
  ['  C++ & Rust!  ', 'c-rust'],
  ['Überblick', 'überblick'],
  ['入門 ガイド', '入門-ガイド'],
  ['v1.2_beta', 'v1.2_beta'],
  ['../../etc', 'etc'],
  ['…', 'docs'],
  ['', 'docs'],
  ['x'.repeat(120), 'x'.repeat(100)],
])('%j makes the address part %j', (title, slug) => {
  expect(slugOf(title, 'docs')).toBe(slug)
})
