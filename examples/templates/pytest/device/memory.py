"""Has UDT take memory samples of the app under test, where the job records its memory."""

import json
import os


def memory_sample(scene):
    """Takes one now; the name of the scene says what of."""
    file = os.environ.get("UDT_STEPS_FILE")
    if file:
        with open(file, "a", encoding="utf-8") as steps:
            steps.write(json.dumps({"memory": scene}) + "\n")
