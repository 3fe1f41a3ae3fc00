import { anyone, type Operation, operations, signedIn } from '@quire/contracts'
import { z } from 'zod'

const anything = z.unknown()

/** Operations whose owner echoes the request, or misbehaves in every way that a service can. */
const content = operations('content', {
  echo: { method: 'GET', path: '/v1/echo/{id}', summary: 'Echo', access: signedIn, replies: { 200: anything } },
  root: { method: 'GET', path: '/v1/', summary: 'Root', access: anyone, replies: { 200: anything } },
  open: { method: 'GET', path: '/v1/open', summary: 'Open', access: anyone, replies: { 200: anything } },
  consoleOnly: {
    method: 'POST',
    path: '/v1/console-only',
    summary: 'Only for the console',
    access: anyone,
    replies: { 200: anything },
    console: true,
  },
  visited: {
    method: 'GET',
    path: '/sites/{id}',
    summary: 'A published page',
    access: anyone,
    replies: { 200: anything },
    visit: true,
  },
  write: {
    method: 'POST',
    path: '/v1/write',
    summary: 'Write',
    access: signedIn,
    body: anything,
    replies: { 201: anything },
    calls: ['makeSite'],
  },
  writeSecret: {
    method: 'POST',
    path: '/v1/secret',
    summary: 'Answer a secret',
    access: signedIn,
    body: anything,
    replies: { 201: anything },
    secret: true,
  },
  openWrite: {
    method: 'POST',
    path: '/v1/open',
    summary: 'Write without a token',
    access: anyone,
    body: anything,
    replies: { 201: anything },
  },
  large: { method: 'GET', path: '/v1/large', summary: 'Answer 4 MB', access: signedIn, replies: { 200: anything } },
  endless: { method: 'GET', path: '/v1/endless', summary: 'Never end', access: signedIn, replies: { 200: anything } },
  remove: { method: 'DELETE', path: '/v1/echo/{id}', summary: 'Remove', access: signedIn, replies: { 205: null } },
  refuse: {
    method: 'POST',
    path: '/v1/refuse',
    summary: 'Refuse a body',
    access: signedIn,
    body: anything,
    replies: { 201: anything },
  },
  silent: { method: 'GET', path: '/v1/silent', summary: 'Never answer', access: signedIn, replies: { 200: anything } },
  broken: { method: 'GET', path: '/v1/broken', summary: 'Break off', access: signedIn, replies: { 200: anything } },
  cut: { method: 'GET', path: '/v1/cut', summary: 'Break off later', access: signedIn, replies: { 200: anything } },
  stream: {
    method: 'GET',
    path: '/v1/stream',
    summary: 'Stream',
    access: signedIn,
    replies: { 200: anything },
    streams: anything,
  },
  inside: {
    method: 'GET',
    path: '/internal/inside',
    summary: 'Inside',
    access: { on: 'service', by: ['gateway'] },
    replies: { 200: anything },
  },
  published: {
    method: 'GET',
    path: '/v1/published-by-mistake',
    summary: 'Inside under a public path',
    access: { on: 'service', by: ['gateway'] },
    replies: { 200: anything },
  },
})

export const sites = operations('sites', {
  makeSite: { method: 'POST', path: '/v1/sites/{id}', summary: 'Make', access: signedIn, replies: { 201: anything } },
})

const ai = operations('ai', {
  away: { method: 'GET', path: '/v1/away', summary: 'Of a service that is away', access: signedIn, replies: {} },
})

export const testOperations: Operation[] = [content, sites, ai].flatMap((table) => Object.values<Operation>(table))
