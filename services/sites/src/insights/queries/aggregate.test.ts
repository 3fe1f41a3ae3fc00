import { expect, test } from '@jest/globals'
import { Refusal } from '@quire/kit'
import { createQueryTurns, inQueryTurn } from './aggregate.ts'

type Turn = Parameters<typeof inQueryTurn>[0]
const turn = (): Turn =>
  ({
    deps: { queryTurns: createQueryTurns() },
    access: { organizationId: 'acme' },
    signal: new AbortController().signal,
  }) as unknown as Turn

test('a query that takes longer than a statement may is refused with what to do about it', async () => {
  const slow = () => Promise.reject(Object.assign(new Error('canceling statement'), { code: '57014' }))
  await expect(inQueryTurn(turn(), slow)).rejects.toThrow(Refusal)
  await expect(inQueryTurn(turn(), slow)).rejects.toThrow('shorter period')
  const broken = () => Promise.reject(Object.assign(new Error('no such column'), { code: '42703' }))
  await expect(inQueryTurn(turn(), broken)).rejects.toThrow('no such column')
})
