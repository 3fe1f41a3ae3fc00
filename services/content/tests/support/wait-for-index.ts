import { spacesBehind } from '../../src/search/spaces-to-search.ts'
import type { World } from '../world.ts'

/** Resolves once the live content of every space is indexed: each search waits for its space. */
export async function indexed(world: World): Promise<void> {
  for (let behind = await spacesBehind(world.sql(), 1000); behind.length > 0; ) {
    for (const { id } of behind)
      await world.send('searchSpaceContent', { params: { spaceId: id }, query: { query: 'any' } })
    behind = await spacesBehind(world.sql(), 1000)
  }
}
