console.log("LEAD: your branch is merged into main and tested there. STOP NOW: commit what is uncommitted and useful (not this file), run nothing more, send your final message.");process.exit(1);
