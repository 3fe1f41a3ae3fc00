/** Lets a wait that begins before its cause fail only where it is awaited: nobody awaits it once the cause has failed. */
export function awaitedLater<Result>(wait: Promise<Result>): Promise<Result> {
  wait.catch(() => undefined)
  return wait
}
