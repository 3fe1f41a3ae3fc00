/** What work comes to; it is aborted where that takes longer. */
export async function patiently<Value>(
  over: AbortController,
  patienceMs: number,
  work: Promise<Value>,
): Promise<Value> {
  const patience = setTimeout(
    () => over.abort(new DOMException('Nothing was answered in time.', 'TimeoutError')),
    patienceMs,
  )
  try {
    return await work
  } finally {
    clearTimeout(patience)
  }
}
