const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', {
      timeZone,
      dateStyle: 'short',
      timeStyle: 'medium',
    })
    formats.set(timeZone, format)
  }
  return format
}

/** `2024-02-23T15:10:29Z`, from milliseconds UTC. */
export function utcDateTime(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`
}

/** `2024-02-23T07:10:29-08:00`: the same instant on a clock of the time zone. */
export function localDateTime(at: number, timeZone: string): string {
  const local = formatOf(timeZone).format(at).replace(' ', 'T')
  const minutes = Math.round((Date.parse(`${local}Z`) - at) / 60_000)
  const size = Math.abs(minutes)
  const part = (value: number) => String(Math.floor(value)).padStart(2, '0')
  return `${local}${minutes < 0 ? '-' : '+'}${part(size / 60)}:${part(size % 60)}`
}
