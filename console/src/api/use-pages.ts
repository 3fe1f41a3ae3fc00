import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query'

interface ListPage<Item> {
  items: Item[]
  next?: { page: string } | undefined
  count?: number | undefined
}

/**
 * Reads a list page by page, as far as somebody asks for more; `read` gets the cursor of a page. Nothing is read unless
 * `enabled`; a list with a `staleTime` of 0 is read anew whenever its screen opens.
 */
export function usePages<Item>(
  queryKey: QueryKey,
  read: (page: string | undefined, signal: AbortSignal) => Promise<ListPage<Item>>,
  { enabled = true, staleTime }: { enabled?: boolean; staleTime?: number } = {},
) {
  const list = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next?.page,
    placeholderData: (before) => before,
    enabled,
    ...(staleTime !== undefined && { staleTime }),
  })
  const pages = list.data?.pages ?? []
  return { ...list, items: pages.flatMap(({ items }) => items), count: pages[0]?.count }
}
