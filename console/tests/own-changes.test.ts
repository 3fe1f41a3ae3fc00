import { expect, test } from '@jest/globals'
import { QueryClient } from '@tanstack/react-query'
import { runSave, savesEnded } from '../src/screens/editor/own-changes.ts'

const state = { spaceId: 'space', changeRequestId: 'change' }

test('an editor waits for the saves of its change request, and for no others', async () => {
  const save = Promise.withResolvers<void>()
  const running = runSave(new QueryClient(), state, () => save.promise)
  let hasWaited = false
  const waiting = savesEnded(state).then(() => {
    hasWaited = true
  })
  await savesEnded({ ...state, changeRequestId: 'other' })
  expect(hasWaited).toBe(false)
  save.resolve()
  await Promise.all([running, waiting])
})

test('a save that fails is over too', async () => {
  const running = runSave(new QueryClient(), state, () => Promise.reject(new Error('Refused.')))
  await Promise.all([expect(running).rejects.toThrow('Refused.'), savesEnded(state)])
})

test('an editor opens though a save hangs', async () => {
  const hanging = { ...state, changeRequestId: 'hanging' }
  void runSave(new QueryClient(), hanging, () => new Promise(() => undefined))
  await savesEnded(hanging, 1)
})
