import { createSecretKey, randomBytes } from 'node:crypto'
import { expect, test } from '@jest/globals'
import { consoleCookie, consoleKey, isConsoleKey, isSessionValue, newCookieValue } from './console-cookie.ts'

const key = createSecretKey(randomBytes(32))

test('over TLS the cookie belongs to the whole host alone, and no script can set or read it', () => {
  const { set, clear } = consoleCookie('https://docs.example.com')
  const value = newCookieValue('session')
  expect(set(value, 60.9)).toBe(`__Host-Http-quire=${value}; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=60`)
  expect(clear()).toBe('__Host-Http-quire=; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=0')
  expect(consoleCookie('http://localhost:4000').set(value)).toBe(`quire=${value}; Path=/; HttpOnly; SameSite=Lax`)
})

test('every well-formed cookie of the name is read once, and nothing else', () => {
  const { valuesIn } = consoleCookie('http://localhost:4000')
  const [first, second] = [newCookieValue('nobody'), newCookieValue('session')]
  expect(valuesIn(`a=b; quire=${first}; quire=${second}; quire=${first}; Quire=${second}; xquire=${first}`)).toEqual([
    first,
    second,
  ])
  for (const header of [undefined, '', 'quire', 'quire=', `quire=${first}=x`, `quire=${first}x`, `quire="${first}"`])
    expect(valuesIn(header)).toEqual([])
  expect([first, second].map(isSessionValue)).toEqual([false, true])
})

test('a key fits one value of the cookie, of one installation', () => {
  const value = newCookieValue('nobody')
  const made = consoleKey(key, value)
  expect(isConsoleKey(key, value, made)).toBe(true)
  expect(isConsoleKey(key, newCookieValue('nobody'), made)).toBe(false)
  expect(isConsoleKey(createSecretKey(randomBytes(32)), value, made)).toBe(false)
  for (const other of ['', `${made}=`, made.slice(1), 'é'.repeat(made.length)])
    expect(isConsoleKey(key, value, other)).toBe(false)
})
