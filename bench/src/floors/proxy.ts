import { Agent } from 'node:http'
import express from 'express'
import { createProxyMiddleware } from 'http-proxy-middleware'
import { announce } from './floor.ts'

const { TARGET, PORT } = process.env

const app = express()
app.use(createProxyMiddleware({ target: TARGET, agent: new Agent({ keepAlive: true }) }))
app.listen(Number(PORT), '127.0.0.1', announce)
