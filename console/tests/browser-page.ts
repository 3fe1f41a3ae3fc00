import { storeOf } from './device.ts'

type Fetch = (path: string, sent: { body?: string }) => Promise<Response>

/** Puts what the client of the interface reads of a browser's page into the globals, with this fetch. Returns their end. */
export function openPage(fetch: Fetch): () => void {
  const globals = { fetch, document: { querySelector: () => null }, sessionStorage: storeOf() }
  const before: Record<string, PropertyDescriptor> = Object.getOwnPropertyDescriptors(globalThis)
  for (const [name, value] of Object.entries(globals))
    Object.defineProperty(globalThis, name, { value, configurable: true })
  return () => {
    for (const name of Object.keys(globals))
      Object.defineProperty(globalThis, name, before[name] ?? { value: undefined, configurable: true })
  }
}
