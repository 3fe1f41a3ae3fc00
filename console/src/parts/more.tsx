import { useWords } from '../words/words.ts'
import { Button } from './button.tsx'

interface MoreProps {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }
}

/** Reads the next page of a list; nothing at its end. */
export function More({ list }: MoreProps) {
  const words = useWords()
  if (!list.hasNextPage) return null
  return (
    <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
      {words.showMore}
    </Button>
  )
}
