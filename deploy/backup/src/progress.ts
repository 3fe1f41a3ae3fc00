import type { Terminal } from '@quire/embedded'

/** Tells the person at the terminal how far long work has come. */
export interface Progress {
  line(text: string): void
  /** Begins a part of the work; its line says what was done and how long it took, and every few seconds how far it is. */
  part(name: string): { add(bytes: number): void; end(): void }
}

const reportEveryMs = 5000

export const progressOn = (terminal: Terminal): Progress => ({
  line: (text) => terminal.line(text),
  part(name) {
    const began = performance.now()
    let [bytes, reported] = [0, began]
    const say = (suffix: string) =>
      terminal.line(
        `  ${name.padEnd(26)}${sizeOf(bytes).padStart(9)}  ${((performance.now() - began) / 1000).toFixed(1)} s${suffix}`,
      )
    return {
      add(more) {
        bytes += more
        if (performance.now() - reported < reportEveryMs) return
        reported = performance.now()
        say(' …')
      },
      end: () => say(''),
    }
  },
})

const units = ['B', 'kB', 'MB', 'GB', 'TB']

/** A number of bytes as people read it. */
export function sizeOf(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  const number = bytes / 1000 ** power
  return `${power === 0 ? number : number.toFixed(1)} ${units[power]}`
}
