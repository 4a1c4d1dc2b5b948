/** A contender that ignores every flush: what a test of power cuts must catch. */
import './ignore-flush.ts';
import '../../../../wasm-core/ts/families/app-storage/worker/contender.ts';
