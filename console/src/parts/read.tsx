import type { ReactNode } from 'react'
import { Failure, Loading } from './states.tsx'

interface ReadProps<Data> {
  /** The query whose answer is shown. */
  of: { data: Data | undefined; error: unknown; refetch: () => unknown }
  children: (data: Data) => ReactNode
}

/** Shows what was read; until then that it is on its way, or why it could not be read, with a button that tries again. */
export function Read<Data>({ of: { data, error, refetch }, children }: ReadProps<Data>) {
  if (data !== undefined) return children(data)
  return error ? <Failure error={error} retry={() => void refetch()} /> : <Loading />
}
