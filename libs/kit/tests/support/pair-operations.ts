import { anyone, ListQuery, list, operations, servicesOnly, signedIn } from '@quire/contracts'
import { z } from 'zod'

const Title = z.string().min(1).max(100)
const Thing = z.strictObject({ id: z.string(), title: z.string(), version: z.number().int() })
const ThingBody = z.object({
  title: Title,
  size: z.enum(['small', 'large']).optional(),
  parts: z.array(z.object({ name: Title })).optional(),
})

/** The operations of the pair's owner. */
export const ownerOperations = operations('identity', {
  createThing: {
    method: 'POST',
    path: '/v1/things',
    summary: 'Create a thing',
    access: signedIn,
    body: ThingBody,
    replies: { 201: Thing },
  },
  createSecret: {
    method: 'POST',
    path: '/v1/secrets',
    summary: 'Create a thing with a secret',
    access: signedIn,
    body: ThingBody,
    replies: { 201: Thing },
    secret: true,
  },
  createThings: {
    method: 'POST',
    path: '/v1/many-things',
    summary: 'Create many things at once',
    access: signedIn,
    body: z.object({ count: z.number().int() }),
    bodyLimit: 4 * 1024 * 1024,
    replies: { 204: null },
  },
  importThing: {
    method: 'POST',
    path: '/v1/imports',
    summary: 'Create a thing after long work',
    access: signedIn,
    body: ThingBody,
    replies: { 201: Thing },
  },
  sendForm: {
    method: 'POST',
    path: '/v1/forms',
    summary: 'Send a form',
    access: signedIn,
    body: z.object({ title: Title }),
    form: true,
    replies: { 200: z.object({ title: Title }) },
    reads: true,
  },
  renameThing: {
    method: 'PATCH',
    path: '/v1/things/{thingId}',
    summary: 'Rename a thing',
    access: signedIn,
    body: ThingBody,
    replies: { 200: Thing },
  },
  renameOpenly: {
    method: 'POST',
    path: '/v1/open-things/{thingId}',
    summary: 'Rename a thing, which strangers do too',
    access: anyone,
    body: ThingBody,
    replies: { 200: Thing },
  },
  renameTwo: {
    method: 'POST',
    path: '/v1/renamings',
    summary: 'Rename two things, in the order given',
    access: signedIn,
    body: z.object({ first: z.string(), second: z.string(), title: Title }),
    replies: { 204: null },
  },
  restrictThing: {
    method: 'PUT',
    path: '/v1/things/{thingId}/restriction',
    summary: 'Take rights away',
    access: signedIn,
    replies: { 204: null },
    narrows: true,
  },
  removeThing: {
    method: 'DELETE',
    path: '/v1/things/{thingId}',
    summary: 'Remove a thing',
    access: signedIn,
    replies: { 204: null, 205: null },
  },
  listThings: {
    method: 'GET',
    path: '/v1/things',
    summary: 'List things',
    access: signedIn,
    query: ListQuery.extend({ title: z.string().optional() }),
    replies: { 200: list(Thing) },
  },
  listOthers: {
    method: 'GET',
    path: '/v1/others',
    summary: 'List things elsewhere',
    access: signedIn,
    query: ListQuery,
    replies: { 200: list(Thing) },
  },
  break: { method: 'GET', path: '/v1/bug', summary: 'Fail', access: signedIn, replies: { 200: z.object({}) } },
  wait: { method: 'GET', path: '/v1/wait', summary: 'Take long', access: signedIn, replies: { 200: z.object({}) } },
  follow: {
    method: 'GET',
    path: '/v1/stream',
    summary: 'Tell one by one',
    access: signedIn,
    replies: {},
    streams: z.object({ text: z.string() }),
  },
  look: { method: 'GET', path: '/v1/public', summary: 'Look', access: anyone, replies: { 200: z.object({}) } },
  feed: {
    method: 'GET',
    path: '/internal/feed',
    summary: 'For services',
    access: servicesOnly('content'),
    replies: { 200: z.object({}) },
  },
})

/** The operations of the pair's reader, which knows things from events only. */
export const readerOperations = operations('content', {
  useThing: {
    method: 'POST',
    path: '/v1/uses',
    summary: 'Use a thing',
    access: signedIn,
    body: z.object({ thingId: z.string() }),
    replies: { 201: z.strictObject({ thingId: z.string() }) },
  },
})
