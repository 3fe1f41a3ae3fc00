import { expect } from '@jest/globals'
import type { GitRepository } from '@quire/world/git-server'
import type { World } from '../world.ts'
import { until } from './until.ts'

export const webhookSecret = 'a secret of the webhook'

/** The operations on synchronizations that tests share. */
export function gitSyncsOf(world: World) {
  const get = async (spaceId: string) => (await world.send('getSpaceGitSync', { params: { spaceId } })).body
  const stateOf = (spaceId: string) =>
    world.sql().selectFrom('space_git').selectAll().where('space_id', '=', spaceId).executeTakeFirst()
  /** True while a look is due, or goes on. */
  async function isDue(spaceId: string) {
    const { revision } = await world.space(spaceId)
    const sync = world.sql().selectFrom('git_sync').select(['claim', 'next_at', 'live']).where('id', '=', spaceId)
    const { claim, next_at, live } = await sync.executeTakeFirstOrThrow()
    return claim !== null || new Date(next_at) <= new Date() || live !== revision
  }
  return {
    get,

    async setUp(spaceId: string, { url }: Pick<GitRepository, 'url'>, given: object = {}) {
      const body = { url, ref: 'main', host: 'github', direction: 'import', webhookSecret, ...given }
      const { status, body: sync } = await world.send('setSpaceGitSync', { params: { spaceId }, body })
      expect([status, sync]).toEqual([200, expect.objectContaining({ object: 'git-sync' })])
      return sync
    },

    /** Has both sides looked at. */
    run: (spaceId: string) => world.send('runSpaceGitSync', { params: { spaceId } }),

    /** Resolves when both sides are the same, or with the error. */
    settled: (spaceId: string, repository: GitRepository, branch = 'main') =>
      until(async () => {
        const body = await get(spaceId)
        if (body.error) return body
        const { revision } = await world.space(spaceId)
        const state = await stateOf(spaceId)
        const head = await repository.head(branch).catch(() => '')
        return state?.revision === revision && state.commit_oid === head && !state.is_more && get(spaceId)
      }),

    /** Resolves with the synchronization when a look that begins now has ended, also without anybody's wish. */
    async lookedAt(spaceId: string) {
      await until(async () => !(await isDue(spaceId)))
      const { checkedAt } = await get(spaceId)
      await world.sql().updateTable('git_sync').set({ next_at: new Date() }).where('id', '=', spaceId).execute()
      return until(async () => {
        const body = await get(spaceId)
        return body.checkedAt !== checkedAt && body
      })
    },
  }
}
