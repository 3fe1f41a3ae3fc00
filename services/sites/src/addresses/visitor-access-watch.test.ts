import { expect, test } from '@jest/globals'
import type { SitesContext } from '../context.ts'
import { type AccessWatchNeeds, visitorAccessWatch } from './visitor-access-watch.ts'

test('an answer to a preview is looked at once the access token of the preview is revoked', async () => {
  const listening = new Map<string, () => void>()
  const revoked = new Set<string>()
  const on = (name: string, look: () => void) => {
    listening.set(name, look)
    return () => void listening.delete(name)
  }
  const deps = {
    onApplied: (look: () => void) => on('applied', look),
    onceRevoked: on,
    isRevoked: (tokenId: string) => revoked.has(tokenId),
    now: () => new Date(),
  }
  const context = { deps } as unknown as Pick<SitesContext<AccessWatchNeeds>, 'sql' | 'deps'>
  const visit = { siteId: 'site', generation: 1, claims: {}, previewOf: 'ada', previewToken: 'token' }
  const watch = visitorAccessWatch(context, visit)(['space'], new AbortController().signal)
  let looks = 0
  const stop = watch.onChange(() => {
    looks += 1
  })
  expect(looks).toBe(1)
  revoked.add('token')
  listening.get('token')?.()
  expect(looks).toBe(2)
  await expect(watch.check()).rejects.toMatchObject({ status: 404 })
  stop()
  expect(listening.size).toBe(0)
})

test('an answer ends when the token expires that opened the visit', async () => {
  const expiry = Date.UTC(2026, 0, 1)
  let now = expiry - 20
  const deps = { onApplied: () => () => undefined, onceRevoked: () => () => undefined, now: () => new Date(now) }
  const context = { deps } as unknown as Pick<SitesContext<AccessWatchNeeds>, 'sql' | 'deps'>
  const visit = { siteId: 'site', generation: 1, claims: {}, until: expiry / 1000 }
  const watch = visitorAccessWatch(context, visit)(['space'], new AbortController().signal)
  const looked = Promise.withResolvers<void>()
  let looks = 0
  const stop = watch.onChange(() => {
    looks += 1
    if (looks === 2) looked.resolve()
  })
  // The timer of the watch has begun.
  now = expiry
  await looked.promise
  await expect(watch.check()).rejects.toMatchObject({ status: 404 })
  stop()
})
