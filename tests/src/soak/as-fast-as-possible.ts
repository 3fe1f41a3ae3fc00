import { type LoadRequest, send } from '../support/steady-load.ts'

const connections = 16

/** Sends one request after another over some connections for a time. Returns their rate. Throws if one fails. */
export async function asFastAsPossible(
  url: string,
  requestOf: (n: number) => LoadRequest,
  ms: number,
): Promise<number> {
  const begun = performance.now()
  let sent = 0
  const lane = async () => {
    while (performance.now() - begun < ms) {
      sent += 1
      const { failure } = await send(url, requestOf(sent))
      if (failure !== undefined) throw new Error(failure)
    }
  }
  await Promise.all(Array.from({ length: connections }, lane))
  return (sent * 1000) / (performance.now() - begun)
}
