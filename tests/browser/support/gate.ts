import { connect, createServer, type Server, type Socket } from 'node:net'

/**
 * A proxy in front of the server, with its own address: while it is shut, browsers see the same as with a killed
 * server.
 */
export class Gate {
  readonly #port: number
  readonly #serverPort: number
  readonly #sockets = new Set<Socket>()
  #door: Server | null = null

  constructor(port: number, serverPort: number) {
    this.#port = port
    this.#serverPort = serverPort
  }

  async open(): Promise<void> {
    const door = createServer((from) => {
      const to = connect(this.#serverPort, '127.0.0.1')
      for (const socket of [from, to]) {
        this.#sockets.add(socket)
        socket.on('error', () => {})
        socket.on('close', () => {
          this.#sockets.delete(socket)
          from.destroy()
          to.destroy()
        })
      }
      from.pipe(to).pipe(from)
    })
    await new Promise<void>((resolve) => door.listen(this.#port, '127.0.0.1', resolve))
    this.#door = door
  }

  /** Cuts every connection, even in the middle of a response. */
  async shut(): Promise<void> {
    const door = this.#door
    this.#door = null
    if (!door) return
    const gone = new Promise((resolve) => door.close(resolve))
    for (const socket of this.#sockets) socket.destroy()
    await gone
  }
}
