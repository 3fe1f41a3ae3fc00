/** Returns the result of `work`, and aborts `controller` if that takes longer than `timeoutMs`. */
export async function withTimeout<Value>(
  controller: AbortController,
  timeoutMs: number,
  work: Promise<Value>,
): Promise<Value> {
  const timer = setTimeout(
    () => controller.abort(new DOMException('Nothing was answered in time.', 'TimeoutError')),
    timeoutMs,
  )
  try {
    return await work
  } finally {
    clearTimeout(timer)
  }
}
