import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const program = createRequire(import.meta.url).resolve('@gitbook/cli/cli.js')
/** Packages with which the program builds integrations. They are loaded at every start, but not installed. */
const left = ['esbuild', 'miniflare']

interface CliResult {
  code: number
  stdout: string
  stderr: string
}

/** Runs the published command-line tool in a separate folder with these files. */
export async function openCli(files: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'quire-cli-'))
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  for (const [path, text] of Object.entries(files)) await write(path, text)
  for (const name of left) await write(`left/${name}/index.js`, 'module.exports = {}')
  return {
    run: (env: { GITBOOK_ENDPOINT: string; GITBOOK_TOKEN: string }, ...args: string[]) =>
      new Promise<CliResult>((done) => {
        const { PATH, NODE_COMPILE_CACHE } = process.env
        const options = {
          cwd: folder,
          env: { ...env, HOME: folder, PATH, NODE_COMPILE_CACHE, NODE_PATH: join(folder, 'left') },
        }
        execFile(process.execPath, [program, ...args], options, (error, stdout, stderr) =>
          done({ code: error ? Number(error.code) : 0, stdout: stdout.trim(), stderr: stderr.trim() }),
        )
      }),
    close: () => rm(folder, { recursive: true }),
  }
}
