// A panel that could not be read: the file and the reason, in its place.
import type {Drawing} from "../figure";
import {BadData, type Reader} from "../reader";

export function drawFault(data: Reader): Drawing {
  throw new BadData(`${data.text("file")}: ${data.text("message")}`);
}
