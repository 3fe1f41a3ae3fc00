import { execFile } from 'node:child_process'
import {
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from '@jest/globals'

const hook = 'libs/kit/src/resolutions.ts'
const program = 'services/app/src/main.ts'
const packageOfStore = 'node_modules/.pnpm/dep@1/node_modules/dep'
let workspace = ''

/** Files of a small workspace whose service imports one package, which requires another. */
const files = {
  'package.json': '{ "type": "module" }',
  'node_modules/.pnpm/lock.yaml': 'first lock',
  'node_modules/.modules.yaml': '{}',
  [`${packageOfStore}/package.json`]: '{ "main": "one.js" }',
  [`${packageOfStore}/one.js`]: "module.exports = 'one ' + require('./data').word",
  [`${packageOfStore}/two.js`]: "module.exports = 'two ' + require('./data').word",
  [`${packageOfStore}/data.json`]: '{ "word": "of the store" }',
  'services/app/src/names.ts': "export { default as name } from 'dep'",
  [program]: "import { name } from './names.ts'\nconst text: string = name\nprocess.stdout.write(text)",
}

function writeWorkspaceFile(path: string, text: string): void {
  mkdirSync(dirname(join(workspace, path)), { recursive: true })
  writeFileSync(join(workspace, path), text)
}

beforeEach(() => {
  workspace = realpathSync(mkdtempSync(join(tmpdir(), 'quire #resolutions-')))
  for (const [path, text] of Object.entries(files)) writeWorkspaceFile(path, text)
  mkdirSync(join(workspace, dirname(hook)), { recursive: true })
  copyFileSync(join(import.meta.dirname, 'resolutions.ts'), join(workspace, hook))
  mkdirSync(join(workspace, 'services/app/node_modules'))
  symlinkSync(`../../../${packageOfStore}`, join(workspace, 'services/app/node_modules/dep'))
})

afterEach(() => rmSync(workspace, { recursive: true, force: true }))

/** Runs the service, and resolves with its output or with the code of the error that ends it. */
async function run(...flags: string[]): Promise<string> {
  const env = { PATH: process.env.PATH, NODE_COMPILE_CACHE: join(workspace, 'cache') }
  const args = ['--disable-warning=ExperimentalWarning', ...flags, program]
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { env, cwd: workspace }).catch(
    (error) => error,
  )
  return /code: '(\w+)'/.exec(stderr)?.[1] ?? stdout
}

const remembering = () => run('--import', `./${hook}`)
const cacheFiles = () => globSync('cache/*/resolutions.json*', { cwd: workspace })
const change = () => writeWorkspaceFile(`${packageOfStore}/package.json`, '{ "main": "two.js" }')

test('what was found in the store is found again without asking Node', async () => {
  expect(await remembering()).toBe('one of the store')
  change()
  expect(await remembering()).toBe('one of the store')
  expect(cacheFiles()).toHaveLength(1)
})

test.each(['node_modules/.pnpm/lock.yaml', 'node_modules/.modules.yaml'])(
  'after an install that changes %s Node is asked again',
  async (path) => {
    await remembering()
    change()
    writeWorkspaceFile(path, 'changed')
    expect(await remembering()).toBe('two of the store')
  },
)

test('a broken file is replaced', async () => {
  await remembering()
  const [cacheFile = ''] = cacheFiles()
  writeWorkspaceFile(cacheFile, '["half a')
  change()
  expect(await remembering()).toBe('two of the store')
  writeWorkspaceFile(`${packageOfStore}/package.json`, files[`${packageOfStore}/package.json`] ?? '')
  expect(await remembering()).toBe('two of the store')
})

test('a file that cannot be written is no error', async () => {
  await remembering()
  const [cacheFile = ''] = cacheFiles()
  rmSync(join(workspace, cacheFile))
  mkdirSync(join(workspace, cacheFile))
  expect(await remembering()).toBe('one of the store')
  expect(cacheFiles()).toEqual([cacheFile])
})

test('a workspace that moved finds its own files', async () => {
  await remembering()
  const moved = `${workspace}-moved`
  renameSync(workspace, moved)
  workspace = moved
  change()
  expect(await remembering()).toBe('one of the store')
})

test('what a package.json of the workspace says is read at each start', async () => {
  const say = (target: string) =>
    writeWorkspaceFile('package.json', JSON.stringify({ type: 'module', imports: { '#dep': `dep/${target}` } }))
  writeWorkspaceFile('services/app/src/names.ts', "export { default as name } from '#dep'")
  symlinkSync('.pnpm/dep@1/node_modules/dep', join(workspace, 'node_modules/dep'))
  say('one.js')
  expect(await remembering()).toBe('one of the store')
  say('two.js')
  expect(await remembering()).toBe('two of the store')
})

test.each([
  ['a package', "import 'absent'"],
  ['a file of the service', "import './absent.ts'"],
  ['a file of a package', "import 'dep/absent.js'"],
  ['a required file', "import { createRequire } from 'node:module'\ncreateRequire(import.meta.url)('./absent.ts')"],
])('%s that is missing is refused as by Node', async (_, text) => {
  writeWorkspaceFile(program, text)
  const refusal = await run()
  expect(refusal).toMatch(/MODULE_NOT_FOUND$/)
  expect(await remembering()).toBe(refusal)
})

test('a linked source file is found where the link leads', async () => {
  writeWorkspaceFile(
    'libs/shared/src/names.ts',
    "export const name = import.meta.url.includes('libs') ? 'behind the link' : 'link'",
  )
  rmSync(join(workspace, 'services/app/src/names.ts'))
  symlinkSync(join(workspace, 'libs/shared/src/names.ts'), join(workspace, 'services/app/src/names.ts'))
  expect(await remembering()).toBe('behind the link')
})
