import { resolve } from 'node:path'
import { freePort, type RunningProcess, startServiceProcess } from '@quire/embedded'
import { fire } from './load/load.ts'
import type { ListedResource, Workload } from './load/rounds.ts'
import type { MeteredProcess } from './meter.ts'
import type { Measuring } from './part.ts'

type Letter = 'a' | 'b' | 'c'

interface FloorData {
  /** The row that is read. */
  spaceId: string
  /** The organizations whose members and spaces are listed; lists without one are not measured. */
  lists?: Partial<Record<ListedResource, string>>
  /** The floors that are measured; without it, all. */
  letters?: readonly Letter[]
}

interface Floors extends AsyncDisposable {
  workloads: Workload[]
  processes: MeteredProcess[]
}

type Start = Pick<Measuring, 'quire' | 'folder' | 'signal' | 'terminal'>

/** Starts the three programs that the figures are compared with, each a process of its own. */
export async function startFloors(on: Start, data: FloorData): Promise<Floors> {
  const running: (RunningProcess & MeteredProcess & { url: string })[] = []
  const stop = async () => {
    await Promise.all(running.map((one) => one.stop()))
  }
  const start = async (name: string, more: Record<string, string>) => {
    const started = await startFloor(on, name, more)
    running.push(started)
    return started.url
  }
  try {
    const { gateway, services } = on.quire
    const env = {
      CONTENT_DATABASE: services.content.databaseUrl,
      IDENTITY_DATABASE: services.identity.databaseUrl,
      PUBLIC_URL: gateway,
    }
    const bare = await start('bare', env)
    const express = await start('express', env)
    const proxy = await start('proxy', { TARGET: express })
    const workloads = workloadsAt({ a: bare, b: express, c: proxy }, data)
    return { workloads, processes: running, [Symbol.asyncDispose]: stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const names = { a: 'node:http', b: 'express', c: 'http-proxy-middleware before (b)' }
const allLetters = ['a', 'b', 'c'] as const

function workloadsAt(urls: Record<Letter, string>, { spaceId, lists = {}, letters = allLetters }: FloorData) {
  const workload = (floor: Letter, path: string): Workload => ({
    name: names[floor],
    floor,
    load: (...how) => fire({ url: urls[floor], requests: [{ path }] }, ...how),
  })
  const rows = letters.map((floor) => workload(floor, `/v1/spaces/${spaceId}`))
  const ofLists = (['members', 'spaces'] as const).flatMap((answers) => {
    const organization = lists[answers]
    if (organization === undefined) return []
    return letters.map((floor): Workload => {
      const path = `/v1/orgs/${organization}/${answers}`
      return { ...workload(floor, path), name: `${names[floor]}, 50 ${answers}`, answers }
    })
  })
  return [...rows, ...ofLists]
}

async function startFloor({ folder, signal, terminal }: Start, name: string, more: Record<string, string>) {
  const port = await freePort()
  const env = { ...process.env, NODE_ENV: 'production', PORT: `${port}`, ...more }
  const script = resolve(import.meta.dirname, 'floors', `${name}.ts`)
  const started = await startServiceProcess({ name, script, env, logFolder: folder, terminal, signal })
  return { ...started, name: `floor ${name}`, url: `http://127.0.0.1:${port}` }
}
