import { expect, test } from '@jest/globals'
import type { StreamInfo } from '@nats-io/jetstream'
import { membersSeen, replicasSeen } from './bus-replicas.ts'

const member = (name: string, { offline = false, current = true } = {}) => ({ name, offline, current, active: 0 })
const stream = (num_replicas: number, ...replicas: ReturnType<typeof member>[]) =>
  ({ config: { name: 'quire', num_replicas }, cluster: { leader: 'nats-1', replicas } }) as unknown as StreamInfo
const seen = (one: StreamInfo, wanted: number) =>
  replicasSeen([one], wanted).map(({ level, text }) => `${level}: ${text}`)

test('a stream that as many members hold as was asked for is fine, and of one server nothing is said', () => {
  expect(seen(stream(3, member('nats-2'), member('nats-3')), 3)).toEqual(['fine: 3 servers hold each of the streams'])
  expect(seen(stream(1), 1)).toEqual([])
})

test('a stream with other replicas than were asked for is named with both numbers', () => {
  expect(seen(stream(1), 3)).toEqual(['problem: stream quire has 1 replica, and BUS_REPLICAS is 3'])
  expect(seen(stream(3), 1)).toEqual(['warning: stream quire has 3 replicas, more than BUS_REPLICAS asks for (1)'])
})

test('members that are away or have yet to catch up are named', () => {
  const one = stream(3, member('nats-2', { offline: true }), member('nats-3', { current: false }))
  expect(seen(one, 3)).toEqual([
    'problem: stream quire is held by members that are away: nats-2',
    'warning: members have yet to catch up with stream quire: nats-3',
  ])
})

test('addresses of a cluster that do not answer are named without the token, and too few that do are no quorum', async () => {
  const [one, two] = ['nats://secret@127.0.0.1:1', 'nats://secret@127.0.0.1:2']
  const { away, hasQuorum } = await membersSeen(`${one},${two}`)
  expect(away.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^nats:\/\/…@127\.0\.0\.1:1 does not answer/),
    expect.stringMatching(/^nats:\/\/…@127\.0\.0\.1:2 does not answer/),
  ])
  expect(hasQuorum).toBe(false)
  expect(await membersSeen(one)).toEqual({ away: [], hasQuorum: true })
})
