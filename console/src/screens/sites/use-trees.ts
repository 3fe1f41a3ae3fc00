import { useQueries } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Page } from '../space/pages.ts'
import { pagesQuery } from '../space/space-queries.ts'

/** The progress of reading the trees of some spaces. */
export interface TreesRead {
  of: number
  /** The number of those that were answered, with a tree or without. */
  read: number
  /** The number of those that could not be read, such as those of spaces that the person may not read. */
  failed: number
}

/** The number of trees that are asked for together, so that a large site does not cost hundreds of requests at once. */
const together = 10

/** Reads the trees of live pages of spaces, some of them at a time; a tree is undefined until it is there. */
export function useTrees(spaceIds: readonly string[]): {
  trees: readonly (readonly Page[] | undefined)[]
  reading: TreesRead
} {
  const [asked, ask] = useState(together)
  const results = useQueries({
    queries: spaceIds.map((spaceId, index) => ({ ...pagesQuery({ spaceId }), enabled: index < asked })),
  })
  const read = results.filter(({ isPending }) => !isPending).length
  useEffect(() => {
    if (read >= asked) ask(read + together)
  }, [read, asked])
  return {
    trees: results.map(({ data }) => data),
    reading: { of: spaceIds.length, read, failed: results.filter(({ isError }) => isError).length },
  }
}
