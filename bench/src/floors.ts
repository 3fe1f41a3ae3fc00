import { resolve } from 'node:path'
import { freePort, type RunningProcess, startServiceProcess, type Terminal } from '@quire/embedded'
import { fire } from './load.ts'
import type { MeteredProcess } from './meter.ts'
import type { Listed, Target } from './rounds.ts'
import type { Quire } from './system.ts'

interface FloorOptions {
  quire: Pick<Quire, 'gateway' | 'services'>
  /** The row that is read. */
  spaceId: string
  /** The organizations whose members and spaces are listed; where one is not given, such lists are not measured. */
  lists: Partial<Record<Listed, string | undefined>>
  folder: string
  signal: AbortSignal
  terminal: Terminal
}

interface Floors {
  targets: Target[]
  processes: MeteredProcess[]
  stop(): Promise<void>
}

/** Starts the three programs that the figures are compared with, each a process of its own. */
export async function startFloors(options: FloorOptions): Promise<Floors> {
  const running: (RunningProcess & MeteredProcess & { url: string })[] = []
  const stop = async () => {
    await Promise.all(running.map((one) => one.stop()))
  }
  const start = async (name: string, more: Record<string, string>) => {
    const started = await startFloor(name, more, options)
    running.push(started)
    return started.url
  }
  try {
    const { gateway, services } = options.quire
    const env = {
      CONTENT_DATABASE: services.content.databaseUrl,
      IDENTITY_DATABASE: services.identity.databaseUrl,
      PUBLIC_URL: gateway,
    }
    const bare = await start('bare', env)
    const express = await start('express', env)
    const proxy = await start('proxy', { TARGET: express })
    return { targets: targetsAt({ a: bare, b: express, c: proxy }, options), processes: running, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const names = { a: 'node:http', b: 'express', c: 'http-proxy-middleware before (b)' }

function targetsAt(urls: Record<'a' | 'b' | 'c', string>, { spaceId, lists }: FloorOptions): Target[] {
  const target = (floor: 'a' | 'b' | 'c', path: string): Target => ({
    name: names[floor],
    floor,
    load: (...how) => fire({ url: urls[floor], requests: [{ path }] }, ...how),
  })
  const floors = ['a', 'b', 'c'] as const
  const rows = floors.map((floor) => target(floor, `/v1/spaces/${spaceId}`))
  const ofLists = (['members', 'spaces'] as const).flatMap((answers) => {
    const organization = lists[answers]
    if (organization === undefined) return []
    return floors.map((floor): Target => {
      const path = `/v1/orgs/${organization}/${answers}`
      return { ...target(floor, path), name: `${names[floor]}, 50 ${answers}`, answers }
    })
  })
  return [...rows, ...ofLists]
}

async function startFloor(name: string, more: Record<string, string>, { folder, signal, terminal }: FloorOptions) {
  const port = await freePort()
  const env = { ...process.env, NODE_ENV: 'production', PORT: `${port}`, ...more }
  const script = resolve(import.meta.dirname, 'floors', `${name}.ts`)
  const started = await startServiceProcess({ name, script, env, logFolder: folder, terminal, signal })
  return { ...started, name: `floor ${name}`, url: `http://127.0.0.1:${port}` }
}
