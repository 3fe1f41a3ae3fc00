/** The output of the supervisor for the person at the terminal. */
export interface Terminal {
  line(text: string): void
}

/** Writes to `output`, and ignores that nothing reads it any more (a closed terminal). */
export function terminal(output: NodeJS.WritableStream): Terminal {
  output.on('error', () => {})
  return { line: (text) => void output.write(`${text}\n`) }
}

/** Does `work` and prints its name with the seconds it took. */
export async function step<T>({ line }: Terminal, name: string, work: () => T | Promise<T>): Promise<T> {
  const started = performance.now()
  const result = await work()
  line(`  ${name.padEnd(22)}${((performance.now() - started) / 1000).toFixed(1)} s`)
  return result
}
