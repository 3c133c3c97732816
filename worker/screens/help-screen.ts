import { buildFile } from '../platform/build-file.ts'
import type { HelpSection } from '../rules/help.ts'

export const HELP_FILE = '/help.json'

/** All articles. @throws DomainError `unavailable` */
export const helpScreen = buildFile(HELP_FILE, (file): Promise<HelpSection[]> => file.json())
