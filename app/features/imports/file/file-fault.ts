/** Why a file as a whole can't be read; the message is for its owner. */
export class FileFault extends Error {}
