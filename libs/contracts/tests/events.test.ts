import { expect, test } from '@jest/globals'
import { allNouns, EventEnvelope, Removal, serviceNames } from '../src/index.ts'

test.each(allNouns.map((noun) => [noun.name, noun] as const))(
  '%s: the sample is a state that its owner could tell',
  (name, noun) => {
    const state = noun.saved.data.parse(noun.sample)
    // Parsing drops nothing: consumers get exactly the sample.
    expect(state).toEqual(noun.sample)
    expect(noun.key(state)).toMatch(/^\S+$/)
    expect(state.version).toBe(1)
    expect(serviceNames).toContain(noun.owner)
    expect(name.startsWith(`${noun.owner}.`)).toBe(true)
  },
)

test('no two nouns share an event type, and every type names its version', () => {
  const types = allNouns.flatMap((noun) => [noun.saved.type, noun.removed.type])
  expect(new Set(types).size).toBe(types.length)
  for (const type of types) expect(type).toMatch(/^[a-z]+\.[a-z-]+\.(saved|removed)\.v1$/)
})

test('an envelope and a tombstone survive the wire', () => {
  const tombstone = { key: 'spc', version: 2 }
  const envelope = { id: 'a', type: 'content.space.removed.v1', key: 'spc', version: 2, at: 'now', data: tombstone }
  const received = EventEnvelope.parse(JSON.parse(JSON.stringify(envelope)))
  expect(Removal.parse(received.data)).toEqual(tombstone)
})
