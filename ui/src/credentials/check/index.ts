// What the page that verifies files loads when it is needed: reading and checking a credential, and asking sites about it.
export { askHere, askOthers, fetchBytes, findOwn } from './ask'
export { read, sumOf } from './read'
