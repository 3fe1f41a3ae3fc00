import { spacesBehind } from '../../src/search/searchable.ts'
import type { World } from '../world.ts'

/** Resolves once search holds what is live in every space: each search waits for its space. */
export async function indexed(world: World): Promise<void> {
  for (let behind = await spacesBehind(world.sql(), 1000); behind.length > 0; ) {
    for (const { id } of behind)
      await world.send('searchSpaceContent', { params: { spaceId: id }, query: { query: 'any' } })
    behind = await spacesBehind(world.sql(), 1000)
  }
}
