import { pathToFileURL } from 'node:url'

/** A process is stepped by it: first ahead, then back, then behind, and back again. */
export const stepSignal = 'SIGUSR2'
/** The option of Node by which a process can be stepped. */
export const steppedClock = `--import=${pathToFileURL(import.meta.filename)}`

/** As far as clocks of machines differ that a time server steps now and then, in milliseconds. */
const stepMs = 20_000

if (process.env.NODE_OPTIONS?.includes(steppedClock)) {
  const clock = Date
  const steps = [stepMs, 0, -stepMs, 0]
  let offset = 0
  let count = 0
  process.on(stepSignal, () => {
    offset = steps[count++ % steps.length] ?? 0
  })
  const now = () => clock.now() + offset
  globalThis.Date = new Proxy(clock, {
    construct: (target, values) => Reflect.construct(target, values.length === 0 ? [now()] : values),
    apply: () => new clock(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  })
}
