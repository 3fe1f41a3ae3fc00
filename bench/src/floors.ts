import { resolve } from 'node:path'
import { freePort, type Running, startServiceProcess, type Terminal } from '@quire/embedded'
import { fire } from './load.ts'
import type { Watched } from './meter.ts'
import type { Target } from './rounds.ts'

export interface FloorOptions {
  /** Where the rows are. */
  databaseUrl: string
  /** The row that is read. */
  spaceId: string
  folder: string
  signal: AbortSignal
  terminal: Terminal
}

export interface Floors {
  targets: Target[]
  processes: Watched[]
  stop(): Promise<void>
}

/** Starts the three programs that the figures are compared with, each a process of its own. */
export async function startFloors(options: FloorOptions): Promise<Floors> {
  const running: (Running & Watched & { url: string })[] = []
  const stop = async () => {
    await Promise.all(running.map((one) => one.stop()))
  }
  const start = async (name: string, more: Record<string, string>) => {
    const started = await startFloor(name, more, options)
    running.push(started)
    return started.url
  }
  try {
    const { databaseUrl: DATABASE_URL, spaceId } = options
    const bare = await start('bare', { DATABASE_URL })
    const express = await start('express', { DATABASE_URL })
    const proxy = await start('proxy', { TARGET: express })
    const target = (name: string, floor: 'a' | 'b' | 'c', url: string): Target => ({
      name,
      floor,
      load: (...how) => fire({ url, requests: [{ path: `/v1/spaces/${spaceId}` }] }, ...how),
    })
    return {
      targets: [
        target('node:http, one prepared select', 'a', bare),
        target('express, the same', 'b', express),
        target('http-proxy-middleware before (b)', 'c', proxy),
      ],
      processes: running,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function startFloor(name: string, more: Record<string, string>, { folder, signal, terminal }: FloorOptions) {
  const port = await freePort()
  const env = { ...process.env, NODE_ENV: 'production', PORT: `${port}`, ...more }
  const script = resolve(import.meta.dirname, 'floors', `${name}.ts`)
  const started = await startServiceProcess({ name, script, env, logFolder: folder, terminal, signal })
  return { ...started, name: `floor ${name}`, url: `http://127.0.0.1:${port}` }
}
