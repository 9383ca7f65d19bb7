// Searches apart from the page, which stays quick meanwhile.
import { search, type Task } from './proof'

self.onmessage = ({ data }: MessageEvent<Task>) => self.postMessage(search(data))
