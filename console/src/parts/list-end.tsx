import { More } from './more.tsx'
import { Failure, Loading } from './states.tsx'

interface ListEndProps {
  list: Parameters<typeof More>[0]['list'] & { error: unknown; isPending: boolean; refetch: () => unknown }
}

/** Stands below a list that is read page by page: it is on its way, could not be read, or goes on. */
export function ListEnd({ list }: ListEndProps) {
  if (list.error) return <Failure error={list.error} retry={() => void list.refetch()} />
  return list.isPending ? <Loading /> : <More list={list} />
}
